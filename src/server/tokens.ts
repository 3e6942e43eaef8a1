/** JWTs with a single algorithm and without optional claims (security 15). */
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { EncryptJWT, jwtDecrypt, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { User } from '../contract/auth'
import { isRecordId } from '../domain/own'
import { addHistory } from './commands/history'
import { type Db, inTransaction } from './store/database'

const ALGORITHM = 'HS256'
const SEAL_ENCRYPTION = 'A256GCM'
const ISSUER = 'fleet-console'
const AUDIENCE = 'fleet-console'

/** The claims of a valid token. */
export interface TokenClaims {
  user: number
  session: string
  /** Expiry in milliseconds since 1970. */
  expires: number
}

export interface Tokens {
  /**
   * Creates a token.
   *
   * @param session the id of the session
   * @param ends when the session ends at the latest: the token expires no later, and contains this time as the claim
   *   `ends`
   */
  issue(user: User, now: Date, minutes: number, session: string, ends?: Date): Promise<string>
  /** Returns `undefined` for anything but a valid token of this installation. */
  read(token: string, now: Date): Promise<TokenClaims | undefined>
  /**
   * A keyed hash of a text that may contain a password: guesses cannot be tested against it without the secret of this
   * installation.
   */
  fingerprint(text: string): string
  /** Encrypts a value for one purpose and a limited time. */
  seal(purpose: string, value: object, now: Date, seconds: number): Promise<string>
  /** Decrypts a sealed value; `undefined` if it is invalid, expired or of another purpose. */
  unseal(purpose: string, sealed: string, now: Date): Promise<unknown>
}

export function createTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret)
  const sealKey = new Uint8Array(hkdfSync('sha256', key, '', 'seal', 32))
  return {
    issue: (user, now, minutes, session, ends) => {
      const expires = now.getTime() + minutes * 60_000
      const seconds = (ms: number) => Math.floor(ms / 1000)
      return new SignJWT({
        user,
        sid: session,
        iat: now.getTime() / 1000,
        ...(ends && { ends: seconds(ends.getTime()) }),
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setJti(randomUUID())
        .setExpirationTime(seconds(Math.min(expires, ends?.getTime() ?? expires)))
        .sign(key)
    },

    async read(token, now) {
      try {
        const { payload } = await jwtVerify<{ user: User; sid: string }>(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'iat', 'jti', 'sid', 'user'],
          currentDate: now,
        })
        const { sid, user, iat, exp } = payload
        if (typeof sid !== 'string' || !isRecordId(user?.id)) return undefined
        if (!isTimestamp(iat) || !isTimestamp(exp)) return undefined
        return { user: user.id, session: sid, expires: exp * 1000 }
      } catch {
        // The cause is not reported, since it would only help to forge tokens.
        return undefined
      }
    },

    fingerprint: text => createHmac('sha256', `fingerprint ${secret}`).update(text).digest('hex'),

    seal: (purpose, value, now, seconds) =>
      new EncryptJWT({ value })
        .setProtectedHeader({ alg: 'dir', enc: SEAL_ENCRYPTION })
        .setAudience(purpose)
        .setExpirationTime(Math.floor(now.getTime() / 1000) + seconds)
        .encrypt(sealKey),

    async unseal(purpose, sealed, now) {
      try {
        const { payload } = await jwtDecrypt<{ value: unknown }>(sealed, sealKey, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: [SEAL_ENCRYPTION],
          audience: purpose,
          requiredClaims: ['exp', 'value'],
          currentDate: now,
        })
        return payload.value
      } catch {
        return undefined
      }
    },
  }
}

/** Seconds since 1970 up to the year 9999, since JSON allows numbers that are no valid date. */
const isTimestamp = (seconds: unknown): seconds is number =>
  typeof seconds === 'number' && seconds >= 0 && seconds < 253_402_300_800

/** The secret that this installation generated on its first start; shared by all its processes. */
export async function installationSecret(db: Db): Promise<string> {
  await inTransaction(db, async tx => {
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('settings')
      .values({ key: 'jwtSecret', value: JSON.stringify(randomBytes(48).toString('base64url')) })
      .onConflict(conflict => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow()
    if (inserted) await addHistory(tx, {}, { action: 'configured', after: { jwtSecret: '***' } })
  })
  const { value } = await db
    .selectFrom('settings')
    .select(sql<string>`value #>> '{}'`.as('value'))
    .where('key', '=', 'jwtSecret')
    .executeTakeFirstOrThrow()
  return value
}
