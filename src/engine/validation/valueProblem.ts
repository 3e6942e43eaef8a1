/** What is wrong with the value of an order. The sentence of a code is in i18n under `errors.<code>`; `params` are its parameters. */
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
