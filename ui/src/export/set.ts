// Several pieces in one Ficha file: measured once as a whole, and written once.
import { useEffect, useState } from "react";
import type { Address, ApiError, Report } from "../bindings";
import { asApiError, invoke, newJob } from "../host";

export type SetState =
  | { state: "off" } | { state: "measuring" } | { state: "measured" | "writing"; report: Report }
  | { state: "done"; report: Report; path: string } | { state: "failed"; error: ApiError; report: Report | null };

export interface OneFile {
  set: SetState;
  /** Writes the file; answers whether it is there now. */
  write: (path: string, overwrite: boolean) => Promise<boolean>;
}

export function reportOfSet(set: SetState): Report | null {
  return "report" in set ? set.report : null;
}

export function useSet(addresses: Address[], on: boolean): OneFile {
  const [set, setSet] = useState<SetState>({ state: "off" });
  useEffect(() => {
    if (!on) {
      setSet({ state: "off" });
      return undefined;
    }
    let gone = false;
    setSet({ state: "measuring" });
    invoke("export_set_measure", { addresses, options: {}, job: newJob("measure") }).then(
      (report) => !gone && setSet({ state: "measured", report }),
      (thrown: unknown) => !gone && setSet({ state: "failed", error: asApiError(thrown), report: null }),
    );
    return () => {
      gone = true;
    };
  }, [addresses, on]);
  return {
    set,
    async write(path, overwrite) {
      const report = reportOfSet(set);
      if (report === null) return false;
      setSet({ state: "writing", report });
      try {
        const written = await invoke("export_set_write", { addresses, options: {}, path, overwrite, job: newJob("export") });
        setSet({ state: "done", report: written.report, path: written.path });
        return true;
      } catch (thrown) {
        setSet({ state: "failed", error: asApiError(thrown), report });
        return false;
      }
    },
  };
}
