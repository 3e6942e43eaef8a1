/**
 * A small certificate authority in a folder: it issues certificates to devices, owner name is the IMEI, and to brokers,
 * and keeps the list of those that are revoked. For installations that have no authority of their own.
 */
import 'reflect-metadata'
import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { serialOf } from '../../server/gateway/deviceCertificates'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY = 86_400_000
/** The authority and its revocation list: forgetting to renew them would lock out the fleet. */
const AUTHORITY_DAYS = 20 * 365
/** Clocks differ. */
const BEFORE_MS = 3_600_000

/** Files of the folder. */
export const AUTHORITY_FILES = {
  certificate: 'authority.crt',
  key: 'authority.key',
  revoked: 'revoked.crl',
  /** A line for each certificate: serial number, name, end. */
  issued: 'issued.txt',
} as const

export interface Issued {
  certificate: string
  key: string
}

interface Authority {
  folder: string
  certificate: x509.X509Certificate
  key: webcrypto.CryptoKey
}

/** @throws with code EEXIST where the folder has one already */
export async function makeAuthority(folder: string, name: string, now: Date): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const keys = await newKeys()
  await writeKey(join(folder, AUTHORITY_FILES.key), keys.privateKey, 'wx')
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(now, AUTHORITY_DAYS),
    serialNumber: newSerial(),
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  await writeFile(join(folder, AUTHORITY_FILES.certificate), pem(certificate))
  await writeFile(join(folder, AUTHORITY_FILES.issued), '')
  await writeList({ folder, certificate, key: keys.privateKey }, [], now)
}

/** A certificate by which a device proves who it is. @returns the files that it is written to */
export const issueDevice = (folder: string, imei: string, days: number, now: Date): Promise<Issued> =>
  issue(folder, { name: imei, room: 'devices', days, now }, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
  ])

/** A certificate by which devices recognise the broker. @param host name or address under which they reach it */
export const issueBroker = (folder: string, host: string, days: number, now: Date): Promise<Issued> =>
  issue(folder, { name: host, room: 'brokers', days, now }, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension([{ type: isIP(host) ? 'ip' : 'dns', value: host }]),
  ])

/**
 * Revokes all certificates that were issued to a name.
 *
 * @returns how many more are revoked now
 */
export async function revoke(folder: string, name: string, now: Date): Promise<number> {
  const authority = await openAuthority(folder)
  const issued = (await readFile(join(folder, AUTHORITY_FILES.issued), 'utf8')).split('\n')
  const serials = issued.map(line => line.split(' ')).filter(([, owner]) => owner === name)
  const list = new x509.X509Crl(await readFile(join(folder, AUTHORITY_FILES.revoked), 'utf8'))
  const known = list.entries.map(({ serialNumber, revocationDate }) => ({ serialNumber, revocationDate }))
  const revoked = new Set(known.map(({ serialNumber }) => serialOf(serialNumber)))
  const further = serials.flatMap(([serial = '']) => (revoked.has(serialOf(serial)) ? [] : [serial]))
  if (further.length > 0) {
    const entries = further.map(serialNumber => ({ serialNumber, revocationDate: now }))
    await writeList(authority, [...known, ...entries], now)
  }
  return further.length
}

/** @throws with code ENOENT where the folder has none */
async function openAuthority(folder: string): Promise<Authority> {
  const key = createPrivateKey(await readFile(join(folder, AUTHORITY_FILES.key)))
  const der = key.export({ type: 'pkcs8', format: 'der' })
  return {
    folder,
    certificate: new x509.X509Certificate(await readFile(join(folder, AUTHORITY_FILES.certificate), 'utf8')),
    key: await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, true, ['sign']),
  }
}

async function issue(
  folder: string,
  { name, room, days, now }: { name: string; room: string; days: number; now: Date },
  extensions: x509.Extension[],
): Promise<Issued> {
  const authority = await openAuthority(folder)
  const keys = await newKeys()
  const serialNumber = newSerial()
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(now, days),
    serialNumber,
    subject: [{ CN: [name] }],
    issuer: authority.certificate.subjectName,
    publicKey: keys.publicKey,
    signingKey: authority.key,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
      ...extensions,
    ],
  })
  const files = { certificate: join(folder, room, `${name}.crt`), key: join(folder, room, `${name}.key`) }
  await mkdir(join(folder, room), { recursive: true, mode: 0o700 })
  // Noted first: what is not noted cannot be revoked.
  const line = `${serialNumber} ${name} ${certificate.notAfter.toISOString()}\n`
  await appendFile(join(folder, AUTHORITY_FILES.issued), line)
  await writeKey(files.key, keys.privateKey, 'w')
  await writeFile(files.certificate, pem(certificate))
  return files
}

/** Written aside and renamed, so that no broker reads half of it. */
async function writeList(
  { folder, certificate, key }: Authority,
  entries: { serialNumber: string; revocationDate: Date }[],
  now: Date,
): Promise<void> {
  const list = await x509.X509CrlGenerator.create({
    issuer: certificate.subjectName,
    thisUpdate: new Date(now.getTime() - BEFORE_MS),
    nextUpdate: certificate.notAfter,
    entries,
    signingKey: key,
    signingAlgorithm: ALGORITHM,
  })
  const file = join(folder, AUTHORITY_FILES.revoked)
  // The library's label is one that OpenSSL, and so every broker, does not know.
  const text = list.toString('pem').replaceAll(/(?<=-(BEGIN|END) )CRL-/g, 'X509 CRL-')
  await writeFile(`${file}.new`, `${text}\n`)
  await rename(`${file}.new`, file)
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])

/** Sixteen bytes, positive and without leading zeros, so that there is one way to write it. */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes.toString('hex')
}

const validity = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - BEFORE_MS),
  notAfter: new Date(now.getTime() + days * DAY),
})

const pem = (certificate: x509.X509Certificate) => `${certificate.toString('pem')}\n`

async function writeKey(file: string, key: webcrypto.CryptoKey, flag: 'w' | 'wx'): Promise<void> {
  const text = KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' })
  await writeFile(file, text, { mode: 0o600, flag })
}
