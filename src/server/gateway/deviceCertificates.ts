/** Client certificates of devices (security 61): the common name is the IMEI. Revoked certificates are refused. */
import { readFile, stat } from 'node:fs/promises'
import type { TLSSocket, TlsOptions } from 'node:tls'

/** The serial numbers of revoked certificates. */
export interface Revoked {
  has(serial: string): boolean
}

/**
 * The device at the other end of a connection.
 *
 * @param peer a connection of a TLS server that asked for a certificate (`requestCert`)
 * @returns its IMEI, and the certificate's serial number; `undefined` without a certificate, or if the certificate is
 *   expired, revoked, of another authority or not of a device
 */
export function certificateOf(
  peer: Pick<TLSSocket, 'authorized' | 'getPeerCertificate'>,
  { revoked }: { revoked?: Revoked | undefined },
): { imei: string; serial: string } | undefined {
  if (!peer.authorized) return undefined
  const { subject, serialNumber } = peer.getPeerCertificate()
  // An array if the certificate has several names: such a certificate belongs to no device.
  const name: unknown = subject?.CN
  if (typeof name !== 'string' || !/^\d{15}$/.test(name) || !serialNumber) return undefined
  const serial = serialOf(serialNumber)
  return revoked?.has(serial) ? undefined : { imei: name, serial }
}

/** Normalises a hexadecimal serial number: upper case, no leading zeros. */
export const serialOf = (text: string): string => text.toUpperCase().replace(/^0+(?=.)/, '')

/** Files in PEM. */
interface DeviceTlsFiles {
  /** The server's certificate, with its chain. */
  certificate: string
  key: string
  /** The authority that issues certificates to devices. Without it devices sign in by secret only. */
  authority?: string | undefined
}

/**
 * Options for the TLS server of a broker. TLS refuses no certificate: `certificateOf` checks it, and a device without
 * one needs its secret.
 *
 * @throws if a file cannot be read
 */
export async function readDeviceTls({ certificate, key, authority }: DeviceTlsFiles): Promise<TlsOptions> {
  return {
    cert: await readFile(certificate),
    key: await readFile(key),
    minVersion: 'TLSv1.2',
    ...(authority && { ca: await readFile(authority), requestCert: true, rejectUnauthorized: false }),
  }
}

const POLL_MS = 2_000

export interface RevokedList extends Revoked {
  close(): void
}

interface WatchOptions {
  /** Called after the list has changed: open connections must be checked again. */
  onChange?: () => void
  /** Called if the list cannot be read; the previous one stays in force. */
  onProblem?: (error: unknown) => void
  /** How often the file is checked for changes. */
  everyMs?: number
}

/**
 * The revoked certificates of a file, read again whenever it changes.
 *
 * @param file a CRL in PEM, or serial numbers in hexadecimal, one a line
 * @throws if the first read fails
 */
export async function openRevoked(
  file: string,
  { onChange, onProblem, everyMs = POLL_MS }: WatchOptions = {},
): Promise<RevokedList> {
  let stamp = await stampOf(file)
  let serials = await readRevoked(file)
  const poll = async () => {
    const newStamp = await stampOf(file)
    if (newStamp === stamp) return
    serials = await readRevoked(file)
    stamp = newStamp
    onChange?.()
  }
  let polling = Promise.resolve()
  const timer = setInterval(() => {
    polling = polling.then(poll).catch((error: unknown) => onProblem?.(error))
  }, everyMs).unref()
  return { has: serial => serials.has(serialOf(serial)), close: () => clearInterval(timer) }
}

const stampOf = async (file: string): Promise<string> => {
  const { mtimeMs, size, ino } = await stat(file)
  return `${mtimeMs} ${size} ${ino}`
}

/**
 * Reads the serial numbers of a list, even if it has expired (decision 311): a fleet must not be locked out because its
 * list was not renewed.
 */
async function readRevoked(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8')
  if (!text.includes('-----BEGIN'))
    return new Set(text.split(/\s+/).flatMap(line => (/^[\da-f]+$/i.test(line) ? [serialOf(line)] : [])))
  // Loaded on demand: few installations use a CRL.
  await import('reflect-metadata')
  const { X509Crl } = await import('@peculiar/x509')
  return new Set(new X509Crl(text).entries.map(({ serialNumber }) => serialOf(serialNumber)))
}
