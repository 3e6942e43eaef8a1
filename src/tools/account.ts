/**
 * `npm run account -- make-master [e-mail]`: creates a master account if no active one exists. FLEET_DATA or
 * DATABASE_URL names the database; the password is FLEET_MASTER_PASSWORD or random.
 */
import { isEmail, normalEmail } from '../domain/email'
import { activeMasters, makeMaster } from '../server/commands/accounts/makeMaster'
import { installed, openConfig } from '../server/config/openConfig'
import { secretOf } from '../server/secret'
import { readEnv } from '../server/start/env'
import { MASTER_EMAIL } from '../server/start/firstStart'
import { openStore } from '../server/start/openStore'
import { terminalLocale } from '../server/start/startProblem'
import { masterLines } from '../server/start/welcome'
import { done, failed, runCommand } from './command'

await runCommand(async ([task, address, ...extraArguments], sentence) => {
  if (task !== 'make-master' || extraArguments.length > 0 || (address && !isEmail(address)))
    return failed(sentence('account.usage'))
  const env = readEnv(process.env)
  const { levels } = (await openConfig({ ...installed(env), watch: false })).current().shared
  await using db = await openStore(env)
  const emails = await activeMasters(db, levels.numbers)
  if (emails.length > 0) return failed(sentence('account.there', { emails: emails.join(', ') }))
  const email = normalEmail(address ?? env.masterEmail ?? MASTER_EMAIL)
  // A random password is shown at a terminal, otherwise written to a file.
  const secret = secretOf(
    env,
    process.stdout.isTTY
      ? (_, password) => process.stdout.write(masterLines(email, password, terminalLocale()))
      : undefined,
    file => process.stdout.write(`${sentence('account.file', { file })}\n`),
  )
  await makeMaster(db, { email, secret, levels: levels.numbers })
  return done(sentence('account.made', { email }))
})
