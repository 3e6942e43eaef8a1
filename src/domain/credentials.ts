/** The maximum lengths of e-mail addresses and passwords. */

/** Of an e-mail address, in characters (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

/** Of a password in a request, in characters. */
export const MAX_PASSWORD_LENGTH = 1024
