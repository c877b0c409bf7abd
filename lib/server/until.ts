import 'server-only';

/** The answer, or what stands for none when it takes longer than `ms`; the question itself goes on. */
export async function orLate<T, L>(answer: Promise<T>, ms: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  try {
    return await Promise.race([answer, over]);
  } finally {
    clearTimeout(timer);
  }
}
