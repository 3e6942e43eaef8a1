/**
 * The password of the first master account, from the environment or generated, and a constant-time comparison of
 * secrets.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { Env } from './start/env'
import { StartProblem } from './start/startProblem'
import { errorCode } from './store/failures'

export interface Secret {
  password: string
  /** Shows or writes a generated password, before the account is created: if it throws, no account is created. */
  reveal(email: string): Promise<void>
}

/**
 * Returns the password of the environment, or a generated one. A generated password is shown at the terminal, or
 * written to a file if there is no terminal.
 *
 * @param show writes to the terminal, if there is one
 * @param log logs the path of the file
 */
export function secretOf(
  { masterPassword, secretFile }: Pick<Env, 'masterPassword' | 'secretFile'>,
  show: ((email: string, password: string) => void) | undefined,
  log: (file: string) => void,
): Secret {
  if (masterPassword) return { password: masterPassword, reveal: async () => undefined }
  const password = generatePassword()
  return {
    password,
    reveal: async email => {
      if (show) return show(email, password)
      await writeSecret(secretFile, `${email}\n${password}\n`)
      log(secretFile)
    },
  }
}

/** @throws StartProblem `secretFile` */
async function writeSecret(file: string, text: string): Promise<void> {
  try {
    // Deleted first: an existing file would keep its permissions.
    await rm(file, { force: true })
    await writeFile(file, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new StartProblem('secretFile', { file, cause: errorCode(error) ?? String(error) })
  }
}

/** Twenty characters of all required classes (§5), without characters that look alike; shuffled. */
function generatePassword(): string {
  const classes = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-_+=']
  const pick = (characters: string) => characters[randomInt(characters.length)]!
  const password = [
    ...classes.map(pick),
    ...Array.from({ length: 16 }, () => pick(classes.slice(0, 3).join(''))),
  ]
  for (let index = password.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    ;[password[index], password[other]] = [password[other]!, password[index]!]
  }
  return password.join('')
}

/** Compares secrets in constant time. */
export const isSameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string) => createHash('sha256').update(text).digest()
