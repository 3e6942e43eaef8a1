/** A value that only one record may have: whoever comes second is told at the field. */
import { isDuplicate } from '../../store/failures'
import { type Problems, refuseProblems } from './acceptRecord'

/**
 * @param index name of the unique index
 * @param taken what is said when another record has the value
 * @throws Refusal 422
 */
export async function uniqueBut<Result>(
  index: string,
  taken: Problems,
  writing: Promise<Result>,
): Promise<Result> {
  try {
    return await writing
  } catch (error) {
    if (isDuplicate(error, index)) refuseProblems(taken)
    throw error
  }
}
