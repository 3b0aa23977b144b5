import type { ProfileCard, SearchPage } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { searchStateOf } from './search-state.ts';
import { clearResults } from './use-members.ts';

const card = (id: string) => ({ id }) as ProfileCard;
const page = (pageNumber: number, ids: string[], numResults: number): SearchPage => ({
  pageNumber,
  results: ids.map(card),
  numResults,
  nextCursor: null,
  wider: null,
});

describe('the search state', () => {
  const search = { gender: 'male', country: 'NL', countryregion: 'NH', min_age: 20, max_age: 30 } as const;

  it('holds the search and the results in pages [S3-085 S3-086 S3-087 S3-088 S3-089 S3-090 S3-091 S3-092 S3-093 S3-094]', () => {
    const state = searchStateOf(search, [page(1, ['a', 'b'], 4), page(2, ['c'], 3)], undefined, []);
    expect(state).toEqual({
      ...search,
      didInit: true,
      results: [
        { pageNumber: 1, results: [card('a'), card('b')] },
        { pageNumber: 2, results: [card('c')] },
      ],
      numResults: 3,
      otherCachedProfiles: [],
      similar_results: [],
      similar_numResults: undefined,
      wider: null,
    });
  });

  it('is not initialised before the first answer [S3-090]', () => {
    expect(searchStateOf({}, undefined, undefined, [])).toMatchObject({ didInit: false, results: [] });
  });

  it('lists members of earlier searches once, without the current results [S3-095]', () => {
    const cached = ['a', 'x', 'x', 'y'].map(card);
    const state = searchStateOf({}, [page(1, ['a'], 1)], [page(1, ['y'], 1)], cached);
    expect(state.otherCachedProfiles).toEqual([card('x')]);
  });

  it('holds similar members in pages, with a total of their own [S3-096 S3-097]', () => {
    const state = searchStateOf({}, [page(1, [], 0)], [page(1, ['s'], 9)], []);
    expect(state).toMatchObject({
      numResults: 0,
      similar_results: [{ pageNumber: 1, results: [card('s')] }],
      similar_numResults: 9,
    });
  });

  it('clears the results and totals of every search together [S4-075]', () => {
    queryClient.setQueryData(keys.members({ gender: 'male' }), { pages: [page(1, ['a'], 1)] });
    queryClient.setQueryData([...keys.members({ gender: 'male' }), 'count'], 1);
    queryClient.setQueryData(keys.likes, { profiles: [] });
    clearResults();
    expect(queryClient.getQueriesData({ queryKey: ['members'] })).toEqual([]);
    expect(queryClient.getQueryData(keys.likes)).toBeDefined();
  });
});
