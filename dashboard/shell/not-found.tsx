import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';

export function NotFound() {
  return (
    <Page title="Not found">
      <p className="m-auto p-6 text-center text-ink-soft">
        There is no page at this address.{' '}
        <Link to="/inbox/{-$id}" className="font-medium text-ink underline underline-offset-4">
          Go to the inbox
        </Link>
      </p>
    </Page>
  );
}
