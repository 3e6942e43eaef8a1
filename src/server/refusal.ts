/** `Refusal`: the error class for all intended error responses. Its message is translated in `plugins/errors`. */
import type { ErrorBody, RowError } from '../contract/envelope'
import type { Words } from '../engine/compiled'
import type { FieldProblem } from '../engine/validation/validateRecord'

/**
 * Values for the `%{name}` placeholders of the message. `Words` and field problems are translated into the caller's
 * language.
 */
export type RefusalParams = Readonly<Record<string, string | number | Words | FieldProblem>>

/** Validation problems of a record by field name. */
export type Problems = Readonly<Record<string, FieldProblem>>

export interface RefusalDetails {
  /**
   * With 422: what is wrong with each field. An error code is translated with the `params` of the refusal, a problem
   * with its own `params`; a finished sentence is sent as it is.
   */
  errors?: Readonly<Record<string, string | FieldProblem>>
  /** With 422: problems found by the validator of records. */
  problems?: Problems
  /** A message from config that replaces that of the code. */
  message?: Words
  /** With a conflict: the stored record, as far as the caller may see it. */
  record?: Readonly<Record<string, unknown>>
  /** For spreadsheets: refused cells, and their total number. */
  rows?: readonly RowError[]
  rowsTotal?: number
  /** For an update that would remove devices from a batch: the counts to confirm. */
  leaving?: ErrorBody['leaving']
  /** The current number of devices, if it is not the expected one. */
  found?: number
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number
}

/**
 * An error response. Its message is `errors.{code}` of i18n in the caller's language.
 *
 * @param status HTTP status, 400 to 599
 * @param code such as `order.targetUnknown`
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

/** 403. Names a role that is missing in config, since a master can correct that. */
export const forbidden = ({ role }: { role?: { name: string; isMissing: boolean } | undefined }): Refusal =>
  role?.isMissing ? new Refusal(403, 'role.missing', { role: role.name }) : new Refusal(403, 'forbidden')

/** Returns the record. @throws Refusal 404 if it is `undefined`: missing or out of scope */
export function orNotFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Refusal(404, 'notFound')
  return found
}

/** A problem of one field. */
export const problem = (field: string, code: string, params: FieldProblem['params'] = {}): Problems => ({
  [field]: { code, params },
})

/** 422 for one field of the request. The field's message is also the message of the response. */
export const fieldRefusal = (field: string, code: string, params: RefusalParams = {}): Refusal =>
  new Refusal(422, code, params, { errors: { [field]: code } })

/** @throws Refusal 422 if there are problems: the message is about the first one, the details contain all */
export function refuseProblems(problems: Problems): void {
  const [field] = Object.keys(problems)
  if (field !== undefined) throw new Refusal(422, 'invalidFields', { field }, { problems })
}
