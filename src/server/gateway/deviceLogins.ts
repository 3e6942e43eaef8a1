/** Who may connect to the broker within the server: registered devices by their secret or a certificate. */
import type { Db } from '../store/database'
import { accessOf, type DeviceAccess, hashOfSecret } from '../store/gateway/secrets'
import { AccessReader } from './accessReader'
import type { Revoked } from './deviceCertificates'

/** What a device has proved itself with, looked at again while it is connected. */
export interface Login {
  imei: string
  owner: string
  by: Proof
}

/** The hash of a secret, or the serial number of a certificate that the TLS connection has been judged by. */
type Proof = { hash: string } | { certificate: string }

export const proofOfSecret = (imei: string, secret: string): Proof => ({ hash: hashOfSecret(imei, secret) })

/** Devices that are looked at again by one query. */
const MOST = 500

export class DeviceLogins {
  readonly #access: AccessReader

  constructor(
    private readonly db: Db,
    private readonly now: () => Date,
    private readonly revoked: Revoked | undefined,
  ) {
    this.#access = new AccessReader(db, now)
  }

  /** @returns `undefined` for a wrong secret, a revoked certificate or a device that is not registered */
  async check(imei: string, by: Proof): Promise<Login | undefined> {
    const access = await this.#access.read(imei)
    return access && this.#isGood(by, access) ? { imei, owner: access.owner, by } : undefined
  }

  /** The logins that are no longer valid: the secret or certificate is not, or the device has another owner. */
  async withdrawn(logins: readonly Login[]): Promise<Login[]> {
    const gone: Login[] = []
    for (let at = 0; at < logins.length; at += MOST) {
      const some = logins.slice(at, at + MOST)
      const known = await accessOf(
        this.db,
        some.map(({ imei }) => imei),
        this.now(),
      )
      gone.push(
        ...some.filter(({ imei, by, owner }) => {
          const access = known.get(imei)
          return access?.owner !== owner || !this.#isGood(by, access)
        }),
      )
    }
    return gone
  }

  #isGood(by: Proof, { hashes }: DeviceAccess): boolean {
    return 'hash' in by ? hashes.includes(by.hash) : !this.revoked?.has(by.certificate)
  }
}
