/** The sentences of a refusal in a language. */
import type { Locale } from '../engine/compiled'
import { fill, pick } from '../engine/i18n'
import type { FieldProblem } from '../engine/validation/valueProblem'
import type { ConfigSource } from './deps'
import type { Refusal, RefusalParams } from './refusal'

export function refusalWords(translate: ConfigSource['translate'], locale: Locale) {
  // A parameter may itself be a text or a problem, which is translated first.
  const ofCode = (name: string, values: RefusalParams): string =>
    translate(
      locale,
      `errors.${name}`,
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, ofParam(value)])),
    )
  const ofParam = (value: RefusalParams[string]) => {
    if (typeof value !== 'object') return value
    return 'code' in value ? ofProblem(value) : pick(value, locale)
  }
  const ofProblem = (problem: FieldProblem): string =>
    problem.message
      ? fill(pick(problem.message, locale), problem.params)
      : ofCode(problem.code, problem.params)
  /** The message of the response: that of config, of the first field with a problem, or of the code. */
  const ofRefusal = ({ code, params, details: { message, problems } }: Refusal): string => {
    if (message) return pick(message, locale)
    const [first] = Object.values(problems ?? {})
    return first ? ofProblem(first) : ofCode(code, params)
  }
  return { ofCode, ofProblem, ofRefusal }
}
