/** The values that an order method accepts: type, bounds and choices of its content (§3, §5). */

export const CONTENT_TYPES = ['text', 'url', 'password', 'number', 'array'] as const

/** `content` of an order method on the wire. `Value`: [min, max] for text and number, the choices for array. */
export interface MethodContent {
  Type: string
  Value?: readonly (string | number)[] | null
  Holder?: string | null
  /** JSON Schema of an object value, checked by `engine/valueObject`. */
  Schema?: unknown
}

export interface MethodBounds {
  min: number
  max: number
}

/** The bounds of a text's length or of a number (§9: 0 to 255 by default). */
export function methodBounds(content: MethodContent, fallback: MethodBounds): MethodBounds {
  const [low, high] = content.Value ?? []
  const min = parseBound(low) ?? fallback.min
  const max = parseBound(high) ?? fallback.max
  return { min, max }
}

function parseBound(value: string | number | undefined): number | undefined {
  if (value === undefined || String(value).trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

type MethodValueProblem = 'methodValue' | 'methodPair' | 'methodBounds'

/**
 * The problem of a `Value` of an order method: it must be a list, and [min, max] for text and number. For url and
 * password it is ignored.
 */
export function methodValueProblem(value: unknown, type: unknown): MethodValueProblem | undefined {
  const isList =
    Array.isArray(value) && value.every(entry => typeof entry === 'string' || typeof entry === 'number')
  if (!isList) return 'methodValue'
  if (type !== 'text' && type !== 'number') return undefined
  const [low, high] = value.map(parseBound)
  if (value.length !== 2 || low === undefined || high === undefined) return 'methodPair'
  return low > high ? 'methodBounds' : undefined
}

/** The choices of an array method, as text. */
export function methodChoices(content: MethodContent): string[] {
  return content.Type === 'array' ? (content.Value ?? []).map(String) : []
}

/** Methods whose caption contains VPN are hidden for devices without VPN (§2); an empty object means no VPN (§3). */
export function offersMethod(method: { caption: string }, device: { vpn?: object | null }): boolean {
  return !method.caption.includes('VPN') || Object.keys(device.vpn ?? {}).length > 0
}
