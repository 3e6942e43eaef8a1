/** Tokens: JWTs of one algorithm, with nothing optional (security 15). */
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { EncryptJWT, jwtDecrypt, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { User } from '../contract/auth'
import { isRecordId } from '../domain/own'
import { addHistory } from './commands/history'
import { type Db, inTransaction } from './store/database'

const ALGORITHM = 'HS256'
const SEALED = 'A256GCM'
const ISSUER = 'fleet-console'
const AUDIENCE = 'fleet-console'

/** What a good token says. */
export interface TokenClaims {
  user: number
  session: string
  /** When it ends, in milliseconds since 1970. */
  expires: number
}

export interface Tokens {
  /** @param session the sign-in that the token belongs to */
  issue(user: User, now: Date, minutes: number, session: string): Promise<string>
  /** `undefined` for anything that is not a token of ours that is good now. */
  read(token: string, now: Date): Promise<TokenClaims | undefined>
  /**
   * A keyed hash of a text that may hold a password: without the secret of this installation guesses cannot be tested
   * against it.
   */
  fingerprint(text: string): string
  /** An encrypted text for one purpose and a limited time, which only this installation can make and read. */
  seal(purpose: string, value: object, now: Date, seconds: number): Promise<string>
  /** What was sealed; `undefined` for anything else, for another purpose, and when its time is up. */
  unseal(purpose: string, sealed: string, now: Date): Promise<unknown>
}

export function createTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret)
  const sealKey = new Uint8Array(hkdfSync('sha256', key, '', 'seal', 32))
  return {
    issue: (user, now, minutes, session) =>
      new SignJWT({ user, sid: session, iat: now.getTime() / 1000 })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setJti(randomUUID())
        .setExpirationTime(Math.floor(now.getTime() / 1000) + minutes * 60)
        .sign(key),

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
        if (!isMoment(iat) || !isMoment(exp)) return undefined
        return { user: user.id, session: sid, expires: exp * 1000 }
      } catch {
        // The cause that jose gives is not passed on: it would help only a forger.
        return undefined
      }
    },

    fingerprint: text => createHmac('sha256', `fingerprint ${secret}`).update(text).digest('hex'),

    seal: (purpose, value, now, seconds) =>
      new EncryptJWT({ value })
        .setProtectedHeader({ alg: 'dir', enc: SEALED })
        .setAudience(purpose)
        .setExpirationTime(Math.floor(now.getTime() / 1000) + seconds)
        .encrypt(sealKey),

    async unseal(purpose, sealed, now) {
      try {
        const { payload } = await jwtDecrypt<{ value: unknown }>(sealed, sealKey, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: [SEALED],
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

/** Seconds since 1970, up to the year 9999: JSON can say more than a date can hold. */
const isMoment = (seconds: unknown): seconds is number =>
  typeof seconds === 'number' && seconds >= 0 && seconds < 253_402_300_800

/** The secret that this installation made for itself on its first start; all its processes share it. */
export async function installationSecret(db: Db): Promise<string> {
  await inTransaction(db, async tx => {
    const { numInsertedOrUpdatedRows: made } = await tx
      .insertInto('settings')
      .values({ key: 'jwtSecret', value: JSON.stringify(randomBytes(48).toString('base64url')) })
      .onConflict(conflict => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow()
    if (made) await addHistory(tx, {}, { action: 'configured', after: { jwtSecret: '***' } })
  })
  const { value } = await db
    .selectFrom('settings')
    .select(sql<string>`value #>> '{}'`.as('value'))
    .where('key', '=', 'jwtSecret')
    .executeTakeFirstOrThrow()
  return value
}
