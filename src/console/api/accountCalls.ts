/** One's own account: the profile (§2), and the account that is not there yet (§2 Register). */
import type { Answer, Body, Payload } from './calls'
import type { Client } from './client'

export interface AccountCalls {
  /** One's own record with the figures of the profile. */
  profile(email: string, signal?: AbortSignal): Promise<Payload<'clients.byEmail'>>
  /** Sends the whole record with what changes in it (§7). @throws HttpError also when `result` is false */
  saveProfile(record: Body<'clients.saveOwn'>): Promise<Payload<'clients.saveOwn'>>
  /** @throws HttpError also when `result` is false */
  signUp(credentials: Body<'auth.signup'>): Promise<Answer<'auth.signup'>>
}

export function createAccountCalls(client: Client): AccountCalls {
  return {
    profile: (email, signal) => client.payload('clients.byEmail', { params: { email }, signal }),
    saveProfile: record => client.payload('clients.saveOwn', { body: record }),
    signUp: credentials => client.payload('auth.signup', { body: credentials }),
  }
}
