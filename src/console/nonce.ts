/** For style tags under a strict CSP: the nonce that the server wrote into the page. */
export const styleNonce = (page: Document = document): string | undefined =>
  page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content || undefined
