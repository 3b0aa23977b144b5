let isOn = false;

/** Closes the account of this page. Meanwhile the page that reports the closing is open to the member too. */
export async function closing(work: () => Promise<void>): Promise<void> {
  isOn = true;
  await work().finally(() => {
    isOn = false;
  });
}

/** True while this page closes its member's account. */
export const isClosing = () => isOn;
