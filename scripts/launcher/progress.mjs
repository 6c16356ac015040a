const CLEAR_LINE = '\r\x1b[2K';
const TERMINAL_TICK_MS = 1000;
const LOG_TICK_MS = 15_000;

/** Shows that a step is working while it lasts, and afterwards how long it took. */
export async function showing(what, work) {
  const startedAt = performance.now();
  const elapsed = (digits) => `${((performance.now() - startedAt) / 1000).toFixed(digits)} s`;
  const stopTicking = process.stdout.isTTY ? tickOnTerminal(what, elapsed) : tickInLog(what, elapsed);
  let outcome = 'failed after';
  try {
    const result = await work();
    outcome = 'done in';
    return result;
  } finally {
    stopTicking();
    console.log(`${what}: ${outcome} ${elapsed(1)}`);
  }
}

function tickOnTerminal(what, elapsed) {
  const draw = () => process.stdout.write(`${CLEAR_LINE}${what}… ${elapsed(0)}`);
  draw();
  const timer = setInterval(draw, TERMINAL_TICK_MS);
  return () => {
    clearInterval(timer);
    process.stdout.write(CLEAR_LINE);
  };
}

function tickInLog(what, elapsed) {
  console.log(`${what}…`);
  const timer = setInterval(() => console.log(`${what}… ${elapsed(0)}`), LOG_TICK_MS);
  return () => clearInterval(timer);
}
