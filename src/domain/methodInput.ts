/** The values that an order method accepts: type, bounds and choices of its content (§3, §5). */

/** A choice with its label, as in JSON Schema; devices receive `const`. */
export interface TitledChoice {
  const: string
  title: { ko: string; en: string }
}

/**
 * `content` of an order method. `Value` is [min, max] for text and number, and the choices for array. In the calls of
 * §7 the choices are plain texts, and `Titles` has their labels.
 */
export interface MethodContent {
  Type: string
  Value?: readonly (string | number | TitledChoice)[] | null
  Titles?: Readonly<Record<string, TitledChoice['title']>>
  /** The command interrupts devices: the console asks before it is sent. */
  Danger?: boolean
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

function parseBound(value: unknown): number | undefined {
  if ((typeof value !== 'string' && typeof value !== 'number') || String(value).trim() === '')
    return undefined
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
    Array.isArray(value) &&
    value.every(
      entry =>
        typeof entry === 'string' || typeof entry === 'number' || (type === 'array' && isTitledChoice(entry)),
    )
  if (!isList) return 'methodValue'
  if (type !== 'text' && type !== 'number') return undefined
  const [low, high] = value.map(parseBound)
  if (value.length !== 2 || low === undefined || high === undefined) return 'methodPair'
  return low > high ? 'methodBounds' : undefined
}

function isTitledChoice(entry: unknown): entry is TitledChoice {
  if (typeof entry !== 'object' || entry === null) return false
  const { const: value, title } = entry as Partial<TitledChoice>
  return (
    typeof value === 'string' &&
    value !== '' &&
    typeof title === 'object' &&
    typeof title?.ko === 'string' &&
    typeof title.en === 'string'
  )
}

/** The choices of an array method, as text. */
export function methodChoices(content: MethodContent): string[] {
  if (content.Type !== 'array') return []
  return (content.Value ?? []).map(choice => (typeof choice === 'object' ? choice.const : String(choice)))
}

/** The labels of choices, by choice; choices without a label are left out. */
export function choiceTitles(content: MethodContent): Readonly<Record<string, TitledChoice['title']>> {
  const titled = (content.Type === 'array' ? (content.Value ?? []) : []).filter(isTitledChoice)
  return { ...content.Titles, ...Object.fromEntries(titled.map(choice => [choice.const, choice.title])) }
}

/** Methods whose caption contains VPN are hidden for devices without VPN (§2); an empty object means no VPN (§3). */
export function offersMethod(method: { caption: string }, device: { vpn?: object | null }): boolean {
  return !method.caption.includes('VPN') || Object.keys(device.vpn ?? {}).length > 0
}

/** A choice in the form of a method. Without a label (`ko`, `en`), users see `const`. */
export interface ChoiceRow {
  const: string
  ko: string
  en: string
}

export function choiceRows(value: unknown): ChoiceRow[] {
  if (!Array.isArray(value)) return []
  return value.map(entry =>
    isTitledChoice(entry) ? { const: entry.const, ...entry.title } : { const: String(entry), ko: '', en: '' },
  )
}

/** The choices of the rows that have a value; `null` without such rows. A label in one language is used for both. */
export function choicesOfRows(rows: readonly ChoiceRow[]): (string | TitledChoice)[] | null {
  const choices = rows.flatMap(({ const: value, ko, en }): (string | TitledChoice)[] => {
    const text = value.trim()
    if (text === '') return []
    return [ko || en ? { const: text, title: { ko: ko || en, en: en || ko } } : text]
  })
  return choices.length > 0 ? choices : null
}
