/**
 * The date and date-time pickers, in any language: a field with a part for each unit, and a calendar behind a button.
 */
import { expect, type Locator, type Page } from './journey'

export interface Picker {
  field: Locator
  parts: Locator
  /** Clears the field, where there is something to clear. */
  clear: () => Promise<void>
  /** Opens the calendar by its button, chooses a day of the month shown, and closes it with Escape. */
  chooseDay: (day: number) => Promise<void>
  /** Types digits into the first part; the focus moves from part to part. */
  type: (digits: string) => Promise<void>
}

/** @param box an element that contains only the picker */
export function pickerIn(page: Page, box: Locator): Picker {
  const parts = box.getByRole('spinbutton')
  const field = box.getByRole('group').first()
  const opener = box.getByRole('button').last()
  return {
    field,
    parts,
    clear: async () => {
      await field.hover()
      await box.getByRole('button').first().click()
    },
    chooseDay: async day => {
      await opener.click()
      const calendar = page.getByRole('dialog').getByRole('grid')
      const days = calendar.getByRole('gridcell', { name: String(day), exact: true })
      await days.first().click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
    type: async digits => {
      await parts.first().click()
      await page.keyboard.type(digits)
    },
  }
}

/** The text of all parts: `2031 04-05 16:30:00`. */
export const textOf = async ({ field }: Picker): Promise<string> => {
  const texts = await field.getByRole('spinbutton').allInnerTexts()
  const [year, month, day, ...time] = texts
  return `${year} ${month}-${day}${time.length > 0 ? ` ${time.join(':')}` : ''}`
}
