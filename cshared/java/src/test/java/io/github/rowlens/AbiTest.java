package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The numbers and functions of this package match internal/exports/abi.json. */
class AbiTest {
	private static final Map<String, Object> JSON = Json.members(Golden.text("internal/exports/abi.json"));

	@SuppressWarnings("unchecked") // its lists are lists of objects
	private static List<Map<String, Object>> list(Map<String, Object> of, String name) {
		return (List<Map<String, Object>>) of.get(name);
	}

	@Test
	void constantsAreThose() throws IllegalAccessException {
		Map<String, Long> expected = new HashMap<>();
		list(JSON, "constants").forEach(one -> expected.put((String) one.get("c"), (Long) one.get("value")));
		list(JSON, "codes").forEach(one -> expected.put((String) one.get("c"), (Long) one.get("code")));
		expected.put("RL_ABI_VERSION", (Long) JSON.get("abi"));
		for (Field constant : Abi.class.getDeclaredFields()) {
			assertEquals(expected.get("RL_" + constant.getName()), (long) constant.getInt(null), constant.getName());
		}
		assertEquals(JSON.get("version"), Rowlens.version());
	}

	@Test
	void structsAreLaidOutLikeThose() throws IllegalAccessException {
		for (Class<?> struct : Abi.class.getDeclaredClasses()) {
			Map<String, Long> expected = new HashMap<>();
			for (Map<String, Object> one : list(JSON, "structs")) {
				if (one.get("name").equals("rl_" + struct.getSimpleName().toLowerCase(Locale.ROOT))) {
					expected.put("SIZE", (Long) one.get("size"));
					list(one, "members").forEach(m -> expected.put(((String) m.get("name")).toUpperCase(Locale.ROOT), (Long) m.get("offset")));
				}
			}
			Map<String, Long> found = new HashMap<>();
			for (Field member : struct.getDeclaredFields()) {
				found.put(member.getName(), (long) member.getInt(null));
			}
			assertEquals(expected, found, struct.getSimpleName());
		}
	}

	@Test
	void functionsTakeWhatThoseTake() {
		Map<String, Method> natives = new HashMap<>();
		for (Method method : Calls.class.getDeclaredMethods()) {
			if (method.getName().startsWith("rl_")) {
				natives.put(method.getName(), method);
			}
		}
		for (Map<String, Object> function : list(JSON, "functions")) {
			Method found = natives.remove(function.get("name"));
			if (function.get("name").equals("rl_abi_version")) {
				continue; // Library calls it before anything is mapped
			}
			assertNotNull(found, (String) function.get("name"));
			List<Class<?>> expected = list(function, "params").stream().<Class<?>>map(one -> mapped((String) one.get("type"))).toList();
			assertEquals(expected, Arrays.asList(found.getParameterTypes()), found.getName());
			Class<?> result = function.get("result").equals("const char *") ? String.class : mapped((String) function.get("result"));
			assertEquals(result, found.getReturnType(), found.getName());
		}
		assertEquals(Map.of(), natives);
	}

	/** Pointers and sizes have 64 bits. */
	private static Class<?> mapped(String type) {
		return type.endsWith("*") || type.contains("64") || type.contains("size_t") ? long.class : int.class;
	}

	@Test
	void codesHaveTheirNamesAndMeanings() {
		for (Map<String, Object> code : list(JSON, "codes")) {
			RowlensException e = new RowlensException(((Long) code.get("code")).intValue(), "", -1, -1, "", "");
			assertEquals(code.get("name"), e.code());
			assertEquals(code.get("name") + ": " + code.get("meaning"), e.getMessage());
		}
	}
}
