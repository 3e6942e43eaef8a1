/** Validation problems. The sentence of a `code` is in i18n under `errors.<code>`; `params` are its parameters. */
import type { Words } from '../compiled'

/** The problem of an order's value. */
export interface ValueProblem {
  code:
    | 'valueTypeUnknown'
    | 'valueRequired'
    | 'valueTooShort'
    | 'valueTooLong'
    | 'valueCharacters'
    | 'valueNotUrl'
    | 'valueNotNumber'
    | 'valueNotInteger'
    | 'valueBelow'
    | 'valueAbove'
    | 'valueNotChoice'
    | 'valueLeast'
    | 'valueMost'
    | 'valuePattern'
    | 'valueNotText'
    | 'valueNotBoolean'
    | 'valueNotObject'
    | 'valueUnknownKey'
    | 'valueTooLarge'
    | 'valueSchema'
    | 'valueInside'
  params: Record<string, string | number>
}

/** The problem of a field. `message` is the sentence that config has for the broken rule. */
export interface FieldProblem {
  code: string
  params: Readonly<Record<string, string | number>>
  message?: Words
}
