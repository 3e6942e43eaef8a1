/** So much of one colour over another, as one opaque colour. Both are written `#RRGGBB`. */
export function mix(over: string, under: string, share: number): string {
  const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
  const below = channels(under)
  return `#${channels(over)
    .map((channel, at) => Math.round(channel * share + below[at]! * (1 - share)))
    .map(channel => channel.toString(16).padStart(2, '0'))
    .join('')}`
}
