// A quiet page: what is not here, and the ways on. No pictures.
import type { ReactNode } from "react";
import "./EmptyState.css";

export function EmptyState({ title, hint, children, level = 2 }: { title: ReactNode; hint?: ReactNode; children?: ReactNode; level?: 1 | 2 }) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section className="empty-state">
      <Heading className="empty-title">{title}</Heading>
      {hint === undefined ? null : <p className="secondary">{hint}</p>}
      {children === undefined ? null : <div className="empty-acts">{children}</div>}
    </section>
  );
}
