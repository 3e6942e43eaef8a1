/**
 * A short hash by which a change is noticed; not for secrets. FNV-1a twice with different seeds: 16 hexadecimal digits.
 */
export function shortHash(text: string): string {
  return [0x811c9dc5, 0x01000193 ^ 0x5bd1e995].map(seed => fnv(text, seed)).join('')
}

function fnv(text: string, seed: number): string {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
