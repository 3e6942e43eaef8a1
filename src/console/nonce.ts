/** The CSP nonce for style tags, which the server writes into the page. */
export const styleNonce = (page: Document = document): string | undefined =>
  page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content || undefined
