import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isReachable } from '../api.ts';
import { useObserved } from '../ui/observed.ts';
import { useProject } from './signed-in.ts';
import { useDeployment } from './use-deployment.ts';

const REASONS: Record<string, string> = {
  PAYMENT_FAILED: 'a payment failed',
  EMAIL_REPUTATION: 'too many of its emails bounced or were reported as spam',
  PHISHING_DETECTED: 'it was reported for phishing',
  CARD_VERIFICATION_FAILED: 'its card could not be verified',
  MANUAL: 'the operator of this server decided so',
};

/** What is wrong with the deployment or the project, and the way to mend it. Comes and goes by itself. */
export function ProblemLine() {
  return (
    <div role="status">
      <Problem />
    </div>
  );
}

function Problem(): ReactNode {
  const isConnected = useObserved(isReachable);
  const project = useProject();
  const { relayProblem } = useDeployment();
  if (!isConnected) return <Line>The server does not answer. What you see may be old; trying again by itself.</Line>;
  if (project.disabledReason === 'RESET') {
    return <Line>All data of this project is being deleted. It can be changed again when that is done.</Line>;
  }
  if (project.disabled) {
    const reason = REASONS[project.disabledReason ?? 'MANUAL'];
    return (
      <Line>
        This project is suspended because {reason}: reading works, sending and changing do not.{' '}
        <Link
          from="/p/$projectId"
          to="/p/$projectId/settings/security"
          className="font-medium underline underline-offset-4"
        >
          See why
        </Link>
      </Line>
    );
  }
  if (relayProblem) return <Line>The mail relay cannot be used: {relayProblem} Emails wait and go out later.</Line>;
  return null;
}

function Line({ children }: { children: ReactNode }) {
  return <p className="border-b border-line bg-danger-soft px-4 py-1.5 text-sm text-danger">{children}</p>;
}
