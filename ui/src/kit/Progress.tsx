// How far long work is. Without a total it only says that something is going on.
import "./Progress.css";

export function Progress({ label, done, total, className = "" }: { label: string; done?: number; total?: number; className?: string }) {
  const known = done !== undefined && total !== undefined && total > 0;
  const values = known ? { "aria-valuemin": 0, "aria-valuemax": total, "aria-valuenow": Math.min(done, total) } : {};
  return (
    <span className={`progress ${known ? "" : "progress-open"} ${className}`} role="progressbar" aria-label={label} {...values}>
      <span className="progress-bar" style={known ? { width: `${Math.min(100, (done / total) * 100)}%` } : undefined} />
    </span>
  );
}
