/** Checks logins at the embedded broker: registered devices with their secret or certificate. */
import { chunksOf } from '../collections'
import type { Db } from '../store/database'
import { currentAccess, type DeviceAccess, hashOfSecret } from '../store/gateway/secrets'
import { AccessReader } from './accessReader'
import type { Revoked } from './deviceCertificates'

/** The login of a connected device, which is checked again regularly. */
export interface Login {
  imei: string
  owner: string
  credential: Credential
}

/** The hash of a secret, or the serial number of a certificate that TLS has validated. */
type Credential = { hash: string } | { certificate: string }

export const credentialOf = (imei: string, secret: string): Credential => ({
  hash: hashOfSecret(imei, secret),
})

const DEVICES_PER_QUERY = 500

export class DeviceLogins {
  readonly #access: AccessReader

  constructor(
    private readonly db: Db,
    private readonly now: () => Date,
    private readonly revoked: Revoked | undefined,
  ) {
    this.#access = new AccessReader(db, now)
  }

  /** Checks a login. @returns `undefined` for a wrong secret, a revoked certificate or an unregistered device */
  async check(imei: string, credential: Credential): Promise<Login | undefined> {
    const access = await this.#access.read(imei)
    if (!access || !this.#isValid(credential, access)) return undefined
    if ('hash' in credential) this.#access.recordSignIn(imei, credential.hash, access)
    return { imei, owner: access.owner, credential }
  }

  /** Returns the logins that are no longer valid: secret or certificate revoked, or the device has another owner. */
  async findInvalid(logins: readonly Login[]): Promise<Login[]> {
    const invalid: Login[] = []
    for (const chunk of chunksOf(logins, DEVICES_PER_QUERY)) {
      const accessByImei = await currentAccess(
        this.db,
        chunk.map(({ imei }) => imei),
        this.now(),
      )
      invalid.push(
        ...chunk.filter(({ imei, credential, owner }) => {
          const access = accessByImei.get(imei)
          return access?.owner !== owner || !this.#isValid(credential, access)
        }),
      )
    }
    return invalid
  }

  #isValid(credential: Credential, { hashes }: DeviceAccess): boolean {
    return 'hash' in credential
      ? hashes.includes(credential.hash)
      : !this.revoked?.has(credential.certificate)
  }
}
