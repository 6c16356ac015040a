import { isReachable } from '../api.ts';
import { useObserved } from '../observed.ts';

/** Shows while the server gives no answer, and goes by itself. */
export function ConnectionLine() {
  const isConnected = useObserved(isReachable);
  return (
    <div role="status">
      {!isConnected && (
        <p className="border-b border-line bg-danger-soft px-4 py-1.5 text-sm text-danger">
          The server does not answer. What you see may be old; trying again by itself.
        </p>
      )}
    </div>
  );
}
