/**
 * The props of a button that is disabled but keeps the focus. With `disabled`, a button that is disabled by its own
 * click (such as "next page" on the last page) would lose the focus.
 */
export const focusableWhenDisabled = (isDisabled: boolean) =>
  isDisabled
    ? ({
        'aria-disabled': true,
        onClick: undefined,
        style: { opacity: 0.4, cursor: 'default' },
      } as const)
    : {}
