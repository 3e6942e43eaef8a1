/** Paints `over` with the opacity `share` (0 to 1) on `under`. Colours are `#RRGGBB`, the result too. */
export function mix(over: string, under: string, share: number): string {
  const channels = (hex: string) => [1, 3, 5].map(start => Number.parseInt(hex.slice(start, start + 2), 16))
  const below = channels(under)
  return `#${channels(over)
    .map((channel, index) => Math.round(channel * share + below[index]! * (1 - share)))
    .map(channel => channel.toString(16).padStart(2, '0'))
    .join('')}`
}
