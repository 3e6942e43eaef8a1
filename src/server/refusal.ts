/** The one error that the server throws on purpose: a status and a code, whose sentence is made at the edge. */
import type { ErrorBody, RowError } from '../contract/envelope'
import type { Words } from '../engine/compiled'
import type { FieldProblem } from '../engine/validation/validateRecord'

/**
 * Values for the sentence's `%{name}` places; names that config gives, and what is wrong with a field, are said in the
 * caller's language.
 */
export type RefusalParams = Readonly<Record<string, string | number | Words | FieldProblem>>

/** What is wrong with the fields of a record, by their names. */
export type Problems = Readonly<Record<string, FieldProblem>>

export interface RefusalDetails {
  /** With 422: for each field the code of what is wrong with it, or a finished sentence. */
  errors?: Readonly<Record<string, string>>
  /** With 422: what the validator of records found, by field. */
  problems?: Problems
  /** A sentence of config that is said in place of the code's. */
  message?: Words
  /** With a conflict: the record as it is now, as the caller may see it. */
  record?: Readonly<Record<string, unknown>>
  /** With spreadsheets: the refused cells, and how many there are in all. */
  rows?: readonly RowError[]
  rowsTotal?: number
  /** With a batch whose devices would leave it: the numbers to ask about. */
  leaving?: ErrorBody['leaving']
  /** The present number of devices, where it is no longer the expected one. */
  found?: number
  /** Seconds after which a repeat makes sense: becomes `Retry-After`. */
  retryAfter?: number
}

/**
 * Says no to a request. The sentence is `errors.{code}` of i18n in the caller's language.
 *
 * @param status HTTP status, 400 to 599
 * @param code name of the cause, such as `order.targetUnknown`
 */
export class Refusal extends Error {
  override name = 'Refusal'

  constructor(
    readonly status: number,
    readonly code: string,
    readonly params: RefusalParams = {},
    readonly details: RefusalDetails = {},
  ) {
    super(code)
  }
}

/** The refusal for lack of rights. If the caller's role is not in config it says so, since a master can mend that. */
export const forbidden = ({ role }: { role?: { name: string; isMissing: boolean } | undefined }): Refusal =>
  role?.isMissing ? new Refusal(403, 'role.missing', { role: role.name }) : new Refusal(403, 'forbidden')

/** What was looked for. @throws Refusal 404 where it is not there, or out of scope */
export function orNotFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Refusal(404, 'notFound')
  return found
}

/** What is wrong with one field of a record. */
export const problem = (field: string, code: string, params: FieldProblem['params'] = {}): Problems => ({
  [field]: { code, params },
})

/** The refusal of one field of what was sent, with 422 and the same sentence for the whole. */
export const fieldRefusal = (field: string, code: string, params: RefusalParams = {}): Refusal =>
  new Refusal(422, code, params, { errors: { [field]: code } })

/** @throws Refusal 422 when there are problems: the first is the message, all are named by field */
export function refuseProblems(problems: Problems): void {
  const [field] = Object.keys(problems)
  if (field !== undefined) throw new Refusal(422, 'invalidFields', { field }, { problems })
}
