/**
 * `npm run account -- make-master [e-mail]`: a master account for an installation in which no active one is left. FLEET_DATA or
 * DATABASE_URL says where; the password is that of FLEET_MASTER_PASSWORD, or a made-up one.
 */
import { isEmail, normalEmail } from '../domain/email'
import { activeMasters, makeMaster } from '../server/commands/accounts/makeMaster'
import { type Env, readEnv } from '../server/env'
import { MASTER_EMAIL } from '../server/firstStart'
import { openStore } from '../server/openStore'
import { openConfig, packageSentences } from '../server/plugins/config'
import { secretOf } from '../server/secret'
import { terminalLocale } from '../server/startProblem'
import { masterLines } from '../server/welcome'
import { whyNotStarted } from '../server/whyNotStarted'

const locale = terminalLocale()
const translate = await packageSentences()
const say = (key: string, params?: Record<string, string | number>) =>
  translate(locale, `config.${key}`, params)

try {
  const problem = await run(process.argv.slice(2), readEnv(process.env))
  if (problem) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`${whyNotStarted(error)}\n`)
  process.exitCode = 1
}

/** @returns why nothing was done */
async function run([task, address, ...further]: string[], env: Env): Promise<string | undefined> {
  if (task !== 'make-master' || further.length > 0 || (address && !isEmail(address)))
    return say('account.usage')
  const { levels } = (await openConfig({ folder: env.config, watch: false })).current().console
  const db = await openStore(env)
  try {
    const emails = await activeMasters(db, levels.numbers)
    if (emails.length > 0) return say('account.there', { emails: emails.join(', ') })
    const email = normalEmail(address ?? env.masterEmail ?? MASTER_EMAIL)
    const secret = secretOf(
      env,
      process.stdout.isTTY
        ? (_, password) => process.stdout.write(masterLines(email, password, locale))
        : undefined,
      file => process.stdout.write(`${say('account.file', { file })}\n`),
    )
    await makeMaster(db, { email, secret, levels: levels.numbers })
    process.stdout.write(`${say('account.made', { email })}\n`)
    return undefined
  } finally {
    await db.destroy()
  }
}
