// The build of the workbench: one page into dist/, which the window embeds and `ficha serve` hands out.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  // Relative addresses: the page is served from a scheme of the window as well as from loopback.
  base: "./",
  build: {
    outDir: "dist",
    target: "es2023",
    // Data addresses would need a wider content policy than 'self'.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { input: { index: "index.html" } },
  },
  server: { port: 5173, strictPort: true },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    css: false,
  },
});
