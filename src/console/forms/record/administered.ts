/** How the screens of records ask the data provider: as records that are looked after, not as choices (`api/dataProvider.ts`). */
export const ADMINISTERED = { administered: true } as const
