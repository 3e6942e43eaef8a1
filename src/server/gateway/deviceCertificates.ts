/** Devices that prove who they are by a certificate (security 61): its name is the IMEI, and it is not revoked. */
import { readFile, stat } from 'node:fs/promises'
import type { TLSSocket, TlsOptions } from 'node:tls'

/** What is asked about a certificate: whether it was revoked, by its serial number. */
export interface Revoked {
  has(serial: string): boolean
}

/**
 * The device at the other end of a connection.
 *
 * @param peer a connection of a TLS server that asked for a certificate (`requestCert`)
 * @returns its IMEI, and the certificate's serial number; `undefined` without a certificate, with one of another
 *   authority, of no device, expired or revoked
 */
export function certificateOf(
  peer: Pick<TLSSocket, 'authorized' | 'getPeerCertificate'>,
  { revoked }: { revoked?: Revoked | undefined },
): { imei: string; serial: string } | undefined {
  if (!peer.authorized) return undefined
  const { subject, serialNumber } = peer.getPeerCertificate()
  // An array when it has several names: then it is none of ours.
  const name: unknown = subject?.CN
  if (typeof name !== 'string' || !/^\d{15}$/.test(name) || !serialNumber) return undefined
  const serial = serialOf(serialNumber)
  return revoked?.has(serial) ? undefined : { imei: name, serial }
}

/** A serial number as it is compared: hexadecimal, without zeros in front. */
export const serialOf = (text: string): string => text.toUpperCase().replace(/^0+(?=.)/, '')

/** Files in PEM. */
interface DeviceTlsFiles {
  /** The server's certificate, with its chain. */
  certificate: string
  key: string
  /** The authority that issues certificates to devices; without it devices sign in by secrets alone. */
  authority?: string | undefined
}

/**
 * Options for the TLS server of a broker. A device without a certificate is let through and asked for its secret; one
 * whose certificate is not valid is recognised by `certificateOf`.
 *
 * @throws where a file cannot be read
 */
export async function readDeviceTls({ certificate, key, authority }: DeviceTlsFiles): Promise<TlsOptions> {
  return {
    cert: await readFile(certificate),
    key: await readFile(key),
    minVersion: 'TLSv1.2',
    ...(authority && { ca: await readFile(authority), requestCert: true, rejectUnauthorized: false }),
  }
}

const LOOK_MS = 2_000

export interface RevokedList extends Revoked {
  close(): void
}

interface Watching {
  /** There are others: connections have to be looked at again. */
  onChange?: () => void
  /** The list cannot be read now; the last one stays in force. */
  onProblem?: (error: unknown) => void
  /** How often it is looked whether the file has changed. */
  everyMs?: number
}

/**
 * The revoked certificates of a file, read again whenever it changes.
 *
 * @param file a CRL in PEM, or serial numbers in hexadecimal, one a line
 * @throws where it cannot be read at first
 */
export async function openRevoked(
  file: string,
  { onChange, onProblem, everyMs = LOOK_MS }: Watching = {},
): Promise<RevokedList> {
  let stamp = await stampOf(file)
  let serials = await readRevoked(file)
  const look = async () => {
    const now = await stampOf(file)
    if (now === stamp) return
    serials = await readRevoked(file)
    stamp = now
    onChange?.()
  }
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => onProblem?.(error))
  }, everyMs).unref()
  return { has: serial => serials.has(serialOf(serial)), close: () => clearInterval(timer) }
}

const stampOf = async (file: string): Promise<string> => {
  const { mtimeMs, size, ino } = await stat(file)
  return `${mtimeMs} ${size} ${ino}`
}

/**
 * The expiry of the list is not checked (decision 311): a fleet must not be locked out because the list was not
 * renewed.
 */
async function readRevoked(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8')
  if (!text.includes('-----BEGIN'))
    return new Set(text.split(/\s+/).flatMap(line => (/^[\da-f]+$/i.test(line) ? [serialOf(line)] : [])))
  // Fetched where there is such a list: few have one.
  await import('reflect-metadata')
  const { X509Crl } = await import('@peculiar/x509')
  return new Set(new X509Crl(text).entries.map(({ serialNumber }) => serialOf(serialNumber)))
}
