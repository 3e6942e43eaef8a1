/**
 * A small certificate authority in a folder, for installations that have none: issues certificates to devices (common
 * name: IMEI) and to brokers, and maintains the revocation list.
 */
import 'reflect-metadata'
import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { serialOf } from '../../server/gateway/deviceCertificates'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY_MS = 86_400_000
/** The validity of the authority and its revocation list. Long, because their expiry would lock out the fleet. */
const AUTHORITY_DAYS = 20 * 365
/** Certificates are valid from this long before now, since the clocks of devices may be slow. */
const CLOCK_SKEW_MS = 3_600_000

/** Files of the folder. */
export const AUTHORITY_FILES = {
  certificate: 'authority.crt',
  key: 'authority.key',
  revoked: 'revoked.crl',
  /** One line per certificate: serial number, name, expiry. */
  issued: 'issued.txt',
} as const

/** Paths of the written files. */
export interface Issued {
  certificate: string
  key: string
}

interface Authority {
  folder: string
  certificate: x509.X509Certificate
  key: webcrypto.CryptoKey
}

/** @throws EEXIST if the folder already has an authority */
export async function createAuthority(folder: string, name: string, now: Date): Promise<void> {
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
  await writeRevocationList({ folder, certificate, key: keys.privateKey }, [], now)
}

/** Issues a certificate with which a device authenticates. @param days its validity */
export const issueDevice = (folder: string, imei: string, days: number, now: Date): Promise<Issued> =>
  issue(folder, { name: imei, subfolder: 'devices', days, now }, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
  ])

/** Issues a certificate by which devices recognize the broker. @param host its DNS name or IP address */
export const issueBroker = (folder: string, host: string, days: number, now: Date): Promise<Issued> =>
  issue(folder, { name: host, subfolder: 'brokers', days, now }, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension([{ type: isIP(host) ? 'ip' : 'dns', value: host }]),
  ])

/**
 * Revokes all certificates that were issued to a name.
 *
 * @returns the number of certificates that were not revoked before
 */
export async function revoke(folder: string, name: string, now: Date): Promise<number> {
  const authority = await openAuthority(folder)
  const lines = (await readFile(join(folder, AUTHORITY_FILES.issued), 'utf8')).split('\n')
  const serials = lines
    .map(line => line.split(' '))
    .filter(([, owner]) => owner === name)
    .map(([serial = '']) => serial)
  const list = new x509.X509Crl(await readFile(join(folder, AUTHORITY_FILES.revoked), 'utf8'))
  const oldEntries = list.entries.map(({ serialNumber, revocationDate }) => ({
    serialNumber,
    revocationDate,
  }))
  const revoked = new Set(oldEntries.map(({ serialNumber }) => serialOf(serialNumber)))
  const newlyRevoked = serials.filter(serial => !revoked.has(serialOf(serial)))
  if (newlyRevoked.length > 0) {
    const newEntries = newlyRevoked.map(serialNumber => ({ serialNumber, revocationDate: now }))
    await writeRevocationList(authority, [...oldEntries, ...newEntries], now)
  }
  return newlyRevoked.length
}

/** @throws ENOENT if the folder has no authority */
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
  { name, subfolder, days, now }: { name: string; subfolder: string; days: number; now: Date },
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
  const files = {
    certificate: join(folder, subfolder, `${name}.crt`),
    key: join(folder, subfolder, `${name}.key`),
  }
  await mkdir(join(folder, subfolder), { recursive: true, mode: 0o700 })
  // Record the certificate before writing it: without a serial number in this file it could not be revoked.
  const line = `${serialNumber} ${name} ${certificate.notAfter.toISOString()}\n`
  await appendFile(join(folder, AUTHORITY_FILES.issued), line)
  await writeKey(files.key, keys.privateKey, 'w')
  await writeFile(files.certificate, pem(certificate))
  return files
}

/** Writes a temporary file and renames it, so that a broker never reads an incomplete list. */
async function writeRevocationList(
  { folder, certificate, key }: Authority,
  entries: { serialNumber: string; revocationDate: Date }[],
  now: Date,
): Promise<void> {
  const list = await x509.X509CrlGenerator.create({
    issuer: certificate.subjectName,
    thisUpdate: new Date(now.getTime() - CLOCK_SKEW_MS),
    nextUpdate: certificate.notAfter,
    entries,
    signingKey: key,
    signingAlgorithm: ALGORITHM,
  })
  const file = join(folder, AUTHORITY_FILES.revoked)
  // The library writes `BEGIN CRL`, which OpenSSL does not accept, and neither do brokers.
  const text = list.toString('pem').replaceAll(/(?<=-(BEGIN|END) )CRL-/g, 'X509 CRL-')
  await writeFile(`${file}.new`, `${text}\n`)
  await rename(`${file}.new`, file)
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])

/** Sixteen random bytes as hex: positive and without leading zeros, so that all programs write it the same. */
function newSerial(): string {
  const bytes = randomBytes(16)
  // The first bit decides the sign, the second makes the first digit at least 4.
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes.toString('hex')
}

const validity = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - CLOCK_SKEW_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
})

const pem = (certificate: x509.X509Certificate) => `${certificate.toString('pem')}\n`

async function writeKey(file: string, key: webcrypto.CryptoKey, flag: 'w' | 'wx'): Promise<void> {
  const text = KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' })
  await writeFile(file, text, { mode: 0o600, flag })
}
