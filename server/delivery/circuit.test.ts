import { describe, expect, it } from 'vitest';
import { Circuit } from './circuit.ts';

const at = (second: number) => new Date(second * 1000);

describe('the circuit', () => {
  it('admits everything while the relay works', () => {
    expect(new Circuit().admits(500)).toBe(500);
  });

  it('admits nothing while open, then one probe', () => {
    const circuit = new Circuit();
    circuit.open('refused', at(0));
    expect(circuit.admits(500, at(0.5))).toBe(0);
    expect(circuit.admits(500, at(1))).toBe(1);
  });

  it('doubles the pause with each probe that fails, up to a minute', () => {
    const circuit = new Circuit();
    let now = 0;
    const pauses: number[] = [];
    for (let i = 0; i < 9; i++) {
      circuit.open('refused', at(now));
      const retryAt = (circuit.state.retryAt as Date).getTime() / 1000;
      pauses.push(retryAt - now);
      now = retryAt;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('counts messages that fail together once', () => {
    const circuit = new Circuit();
    circuit.open('refused', at(0));
    circuit.open('refused', at(0.1));
    expect(circuit.state.retryAt).toEqual(at(1));
    expect(circuit.state.since).toEqual(at(0));
  });

  it('forgets the trouble once a message gets through', () => {
    const circuit = new Circuit();
    circuit.open('refused', at(0));
    circuit.close();
    expect(circuit.state).toEqual({ isOpen: false, since: null, reason: null, retryAt: null });
    expect(circuit.admits(500)).toBe(500);
  });
});
