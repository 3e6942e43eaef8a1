import type { Words } from '../compiled'

/** What is wrong with a field: a sentence of config, or a key of i18n below `errors.` and its parameters. */
export interface FieldProblem {
  code: string
  params: Readonly<Record<string, string | number>>
  message?: Words
}
