import type { Results } from './rows.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const shown = (value: number): string => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));

/** The results as one page without anything from elsewhere: a pair of bars per line of the table. */
export function resultsPage({ at, machine, rows, verdicts }: Results): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Posthorn: measurements</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
  figure { margin: 0 0 1.4rem; } figcaption { font-weight: 600; } small { opacity: .7; font-weight: 400; }
  .bar { display: grid; grid-template-columns: 14rem 1fr 9rem; gap: .7rem; align-items: center; }
  .bar i { height: .9rem; border-radius: 3px; background: #8a8f98; } .bar.ours i { background: #2f6fed; }
  .bar b { font-weight: 400; text-align: right; font-variant-numeric: tabular-nums; }
  li.missed { color: #c4321c; }
</style>
<h1>Posthorn: measurements</h1>
<p>${escaped(machine)}, ${escaped(at.slice(0, 16).replace('T', ' '))} UTC. Each pair was measured in one run.
Repeat it with <code>npm run bench</code>.</p>
${rows.map(figure).join('\n')}
<h2>Limits</h2>
<ul>${verdicts
    .map(
      ({ verdict, isMet }) =>
        `<li${isMet ? '' : ' class="missed"'}>${isMet ? 'met' : 'missed'}: ${escaped(verdict)}</li>`,
    )
    .join('\n')}</ul>
</html>
`;
}

function figure({ what, ours, unit, beside, ratio, memoryMegabytes }: Results['rows'][number]): string {
  const most = Math.max(ours, beside?.value ?? 0);
  const bar = (name: string, value: number, kind: string): string =>
    `<div class="bar ${kind}"><span>${escaped(name)}</span><i style="width:${((100 * value) / most).toFixed(1)}%"></i><b>${shown(value)} ${escaped(unit)}</b></div>`;
  const notes = [
    unit === 'ms' || unit === 's' ? 'less is better' : '',
    ratio === null ? '' : `ratio ${ratio.toFixed(2)}`,
    memoryMegabytes ? `${Math.round(memoryMegabytes)} MB` : '',
  ].filter(Boolean);
  return `<figure><figcaption>${escaped(what)} <small>${notes.join(', ')}</small></figcaption>
${bar('Posthorn', ours, 'ours')}${beside ? bar(beside.name, beside.value, 'peer') : ''}</figure>`;
}
