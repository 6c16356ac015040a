/** To the clipboard; also on plain http, where browsers keep the modern way to themselves. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
