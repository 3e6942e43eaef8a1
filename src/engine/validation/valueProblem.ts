/** What is wrong with a value. The sentence of a code is in i18n under `errors.<code>`; `params` are its parameters. */
import type { Words } from '../compiled'

/** Of an order. */
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

/** Of a field of a record; where a rule of config has its own sentence, that is the `message`. */
export interface FieldProblem {
  code: string
  params: Readonly<Record<string, string | number>>
  message?: Words
}
