/** Passwords at rest: argon2id (security.md 13). */
import { hash, verify } from '@node-rs/argon2'

/** argon2id is number 2 of the package's algorithms; its enum exists in types only. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The text to keep in place of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** Whether the password is the one that was hashed; without a hash it takes as long and is false. */
export async function verifyPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const right = await verify(hashed ?? (await nobodys()), password)
  return hashed !== undefined && right
}

let nobody: Promise<string> | undefined
/** Hash of a password that nobody has: an unknown address must cost the same time as a known one. */
function nobodys(): Promise<string> {
  nobody ??= hashPassword(crypto.randomUUID())
  return nobody
}
