import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

export function NotFound() {
  useEffect(() => {
    document.title = 'Not found · Posthorn';
  }, []);
  return (
    <main className="m-auto flex flex-col items-center gap-1 p-6 text-center">
      <h1 className="text-title font-semibold">There is nothing here</h1>
      <p className="text-ink-soft">
        The address is wrong, or it belongs to a project that you are no member of.{' '}
        <Link to="/" className="font-medium text-ink underline underline-offset-4">
          Go to the overview
        </Link>
      </p>
    </main>
  );
}
