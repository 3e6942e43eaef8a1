/** Media queries in jsdom, which has no layout. */

/** A `matchMedia` that answers as in a window of this width in px. */
export const mediaOf =
  (width: number, isReduced = true) =>
  (query: string): MediaQueryList => ({
    matches: query.includes('reduced-motion')
      ? isReduced
      : Number(/min-width: ?([\d.]+)px/.exec(query)?.[1]) <= width ||
        Number(/max-width: ?([\d.]+)px/.exec(query)?.[1]) >= width,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  })
