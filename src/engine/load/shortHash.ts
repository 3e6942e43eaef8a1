/** A hash to detect changes, not for security: FNV-1a with two seeds, as 16 hexadecimal digits. */
export function shortHash(text: string): string {
  return [FNV_OFFSET_BASIS, FNV_PRIME ^ 0x5bd1e995].map(seed => fnv(text, seed)).join('')
}

// The second seed above is arbitrary.
const FNV_OFFSET_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

function fnv(text: string, seed: number): string {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
