let isOn = false;

/** Closes the account of this page: until that is over, the page that says so is open to a member too. */
export async function closing(work: () => Promise<void>): Promise<void> {
  isOn = true;
  await work().finally(() => {
    isOn = false;
  });
}

/** Whether this page is closing its member's account. */
export const isClosing = () => isOn;
