// Loaded before the server (node --import): its wall clock can be set from outside, as an administrator or a virtual
// machine that was asleep would. `Date` is the only wall clock of JavaScript; timers run on the monotonic clock and stay
// as they are, as they do when a real clock jumps.
const RealDate = Date;
let offsetMs = 0;
const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, made === globalThis.Date ? target : made),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
RealDate.prototype.constructor = globalThis.Date;

process.on('message', (message) => {
  offsetMs = message.clockOffsetMs;
});
// Nobody is left to stop this process.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
