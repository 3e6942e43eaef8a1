/** Problems of values. `code` is a key of i18n below `errors.`, `params` are the parameters of its sentence. */
import type { Words } from '../shapes/text'

/** The problem of the value of an order. */
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
    | 'valueMinimum'
    | 'valueMaximum'
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

/** The problem of a field. `message`, from config, replaces the sentence of the code. */
export interface FieldProblem {
  code: string
  params: Readonly<Record<string, string | number>>
  message?: Words
}
