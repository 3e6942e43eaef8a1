/** Sections and tabs beneath one another, on a wide screen side by side. */
export const PARTS = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(320px, 4fr) minmax(0, 11fr)' },
} as const
