/** Sign-up: an active guest without a vendor, until a master gives it one (§2 Register, decision 27). */
import type { Credentials } from '../../contract/auth'
import { isEmail, normalEmail } from '../../domain/email'
import type { Compiled, CompiledConfig } from '../../engine/compiled'
import { ownResource } from '../../engine/ownRecord'
import { validateRecord } from '../../engine/validateRecord'
import type { Db } from '../store/database'
import { type Problems, refuseProblems } from './acceptRecord'
import { countAttempt, originOf, SIGN_UP_MINUTES } from './attempts'
import { passwordProblems } from './newPassword'
import { hashPassword } from './passwords'
import { EMAIL_TAKEN } from './saveClient'
import { uniqueBut } from './uniqueBut'

/**
 * Makes the account. It is called by what stands before the @ until its owner says otherwise in the profile.
 *
 * @param origin IP address of who asks: so many accounts an hour come from one (`signUp.perHour`), tries included
 * @returns the id
 * @throws Refusal 422 by field, also for an address that somebody has; 429 `signUp.locked` with the seconds to wait
 */
export async function signUp(
  db: Db,
  { email: written, password }: Credentials,
  { origin, now, config: { console, server } }: { origin: string; now: Date; config: Compiled },
): Promise<number> {
  const email = normalEmail(written)
  refuseProblems({
    ...(isEmail(email) ? addressProblem(email, console) : { email: { code: 'field.email', params: {} } }),
    ...passwordProblems(password, email, 'plain', console),
  })
  const limits = {
    failures: server.signUp.perHour,
    windowMinutes: SIGN_UP_MINUTES,
    lockMinutes: SIGN_UP_MINUTES,
  }
  await countAttempt(db, `signUp ${originOf(origin)}`, now, limits, 'signUp.locked')
  const { id } = await uniqueBut(
    'clients_email',
    EMAIL_TAKEN,
    db
      .insertInto('clients')
      .values({
        name: email.slice(0, email.indexOf('@')),
        email,
        level: console.levels.numbers.guest,
        vendor_id: 0,
        password_hash: await hashPassword(password),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** What config asks of an address beyond being one. */
function addressProblem(email: string, { resources, levels, app }: CompiledConfig): Problems {
  const { email: problem } = validateRecord(
    ownResource(resources.clients!),
    { email },
    { action: 'create', level: levels.numbers.guest, levels: levels.numbers, password: app.limits.password },
  )
  return problem ? { email: problem } : {}
}
