/**
 * Secrets: the password of a master account that this server makes, shown once, where only its owner reads it; and how
 * two are compared.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { Env } from './start/env'
import { StartProblem } from './start/startProblem'
import { errorCode } from './store/failures'

export interface Secret {
  password: string
  /** Hands a made-up one over, before the account is made: where that fails there is none. */
  tell(email: string): Promise<void>
}

/**
 * The password of the environment; without one a generated password, shown in the terminal, or written to a file where
 * there is no terminal.
 *
 * @param show writes to the terminal; absent without one
 * @param log says where the file is
 */
export function secretOf(
  { masterPassword, secretFile }: Pick<Env, 'masterPassword' | 'secretFile'>,
  show: ((email: string, password: string) => void) | undefined,
  log: (file: string) => void,
): Secret {
  if (masterPassword) return { password: masterPassword, tell: async () => undefined }
  const password = makePassword()
  return {
    password,
    tell: async email => {
      if (show) return show(email, password)
      await writeSecret(secretFile, `${email}\n${password}\n`)
      log(secretFile)
    },
  }
}

/** @throws StartProblem `secretFile` */
async function writeSecret(file: string, text: string): Promise<void> {
  try {
    // Deleted first: an existing file would keep its own access rights.
    await rm(file, { force: true })
    await writeFile(file, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new StartProblem('secretFile', { file, cause: errorCode(error) ?? String(error) })
  }
}

/** Twenty characters without those that are easily mistaken; some of each class, as the rules ask (§5). */
function makePassword(): string {
  const classes = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-_+=']
  const pick = (from: string) => from[randomInt(from.length)]!
  const letters = [
    ...classes.map(pick),
    ...Array.from({ length: 16 }, () => pick(classes.slice(0, 3).join(''))),
  ]
  for (let at = letters.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[letters[at], letters[other]] = [letters[other]!, letters[at]!]
  }
  return letters.join('')
}

/** Compares secrets without telling by its duration how much of them agrees. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()
